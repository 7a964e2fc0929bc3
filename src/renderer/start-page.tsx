import type { DesktopVersions } from '#protocol/desktop-versions.ts'
import styles from './start-page.module.css'

const COMMANDS = [
  { command: 'proctor validate NOTEBOOK', does: 'Checks a notebook and names every mistake with its line.' },
  {
    command: 'proctor grade NOTEBOOK --attempts FILE.jsonl',
    does: 'Grades recorded attempts. No device is needed.',
  },
  {
    command: 'proctor run NOTEBOOK',
    does: "Asks the notebook's device, grades the answers and keeps the run.",
  },
  { command: 'proctor runs', does: 'Lists the runs that are kept.' },
  {
    command: 'proctor doctor',
    does: 'Says what is missing on this machine, with the command that mends it.',
  },
] as const

export interface StartPageProps {
  readonly version: string
  readonly desktop: DesktopVersions | undefined
}

/** What the window shows without a notebook: what Proctor is, and the commands that do its work. */
export const StartPage = ({ version, desktop }: StartPageProps) => (
  <main className={styles.page}>
    <header>
      <h1 className={styles.title}>
        Proctor <span className={styles.version}>{version}</span>
      </h1>
      <p className={styles.purpose}>
        Finds out whether an on-device language model is good enough, and tunes the checks that guard it in
        CI.
      </p>
    </header>
    <section className={styles.panel} aria-labelledby="commands">
      <h2 className={styles.head} id="commands">
        On the command line
      </h2>
      <dl className={styles.commands}>
        {COMMANDS.map(({ command, does }) => (
          <div className={styles.row} key={command}>
            <dt>
              <code>{command}</code>
            </dt>
            <dd className={styles.does}>{does}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        In a checkout, write <code>npm run --silent proctor --</code> in place of <code>proctor</code>. Every
        command explains itself with <code>--help</code>.
      </p>
    </section>
    <p className={styles.note}>
      A notebook is a Markdown file named <code>NAME.proctor.md</code>; three of them, with recorded attempts,
      are in <code>resources/samples</code>.
    </p>
    {desktop && (
      <footer className={styles.note}>
        Electron {desktop.electron}, Chromium {desktop.chromium}
      </footer>
    )}
  </main>
)
