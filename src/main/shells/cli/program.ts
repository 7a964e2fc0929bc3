import { Command, CommanderError, Help, Option } from 'commander'
import { CallError, callError, isStorageFailure } from './call-error.ts'
import { refuse } from './refuse.ts'
import { collect, positive, shard, share } from './option-values.ts'
import { spareThreads } from './spare-threads.ts'
import { processTerminal, type Terminal } from './terminal.ts'
import { version } from './version.ts'

const USAGE_STATUS = 2

/**
 * Runs the command line with the arguments after the program's name. Returns the exit status. With
 * `--json`, a wrong call is one JSON document on standard output, as everything else is.
 */
export const runProgram = async (
  args: readonly string[],
  terminal: Terminal = processTerminal(),
): Promise<number> => {
  let status = 0
  let complaint = ''
  const program = defineProgram(terminal, (result) => {
    status = result
  })
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => {
        complaint += text
      },
    })
  if (args.length === 0) {
    program.outputHelp()
    return 0
  }
  try {
    await program.parseAsync([...args], { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0
      const message = complaint.replace(/^error: /, '').trim()
      return refuse(
        terminal,
        args.includes('--json'),
        callError(message === '' ? error.message : message),
        USAGE_STATUS,
      )
    }
    if (error instanceof CallError) return refuse(terminal, args.includes('--json'), error, USAGE_STATUS)
    if (isStorageFailure(error))
      return refuse(
        terminal,
        args.includes('--json'),
        callError(`the data folder cannot be used: ${error.message}`),
        USAGE_STATUS,
      )
    throw error
  }
}

const EXAMPLE = 'resources/samples/ticket-triage'

const defineProgram = (terminal: Terminal, done: (status: number) => void): Command => {
  const program = new Command('proctor')
    .description('Grade what an on-device language model says, and tune the graders that guard it in CI.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ optionDescription: describeOption })
    .helpCommand(false)
    .addHelpText(
      'after',
      example(
        `proctor grade ${EXAMPLE}.proctor.md --attempts resources/samples/recorded/ticket-triage.jsonl`,
      ),
    )

  withReportOptions(
    program
      .command('run')
      .description('ask a device for attempts, grade them and keep the run')
      .argument('<suite>', 'a notebook (NAME.proctor.md) or a suite (NAME.suite.yaml)')
      .option('--device <name>', 'a device of the suite (repeats; default: the first)', collect, [])
      .option('--prompt <name>', 'a prompt of the suite (repeats; default: the first)', collect, [])
      .option('--attempts <n>', 'attempts of each case, whatever the suite says', positive)
      .option('--case <id>', 'run this case alone (repeats)', collect, [])
      .option('--tag <tag>', 'run the cases with this tag (repeats)', collect, [])
      .option('--shard <i/n>', 'run part I of N of the cases', shard)
      .option('--record <file>', 'write the attempts to this file (JSON Lines)')
      .option('--resume', 'go on with the last run of this suite that did not end', false),
  )
    .addHelpText('after', example(`proctor run ${EXAMPLE}.proctor.md --attempts 3 --record attempts.jsonl`))
    .action(async (suite: string, options) => {
      const { run } = await import('./commands/run.ts')
      done(await run(terminal, suite, options))
    })

  withReportOptions(
    program
      .command('grade')
      .description('grade recorded attempts; no device is asked')
      .argument('<suite>', 'a notebook (NAME.proctor.md) or a suite (NAME.suite.yaml)')
      .option('--attempts <file>', 'recorded attempts (JSON Lines; repeats; needed)', collect, []),
  )
    .addHelpText(
      'after',
      example(
        `proctor grade ${EXAMPLE}.proctor.md --attempts resources/samples/recorded/ticket-triage.jsonl`,
      ),
    )
    .action(async (suite: string, options) => {
      if (options.attempts.length === 0)
        throw callError('--attempts <file> is missing: the recorded attempts to grade (JSON Lines)')
      const spares = spareThreads(suite, options.attempts)
      const { grade } = await import('./commands/grade.ts')
      done(await grade(terminal, suite, options, spares))
    })

  program
    .command('validate')
    .description('check notebooks and suites without running anything')
    .argument('<suite...>', 'notebooks or suites')
    .option('--json', 'one JSON document on standard output', false)
    .option('--trust', 'trust the folder of each file for this call: files outside it may be read', false)
    .addHelpText('after', example(`proctor validate ${EXAMPLE}.proctor.md`))
    .action(async (suites: string[], options) => {
      const { validate } = await import('./commands/validate.ts')
      done(await validate(terminal, suites, options))
    })

  program
    .command('runs')
    .description('list the stored runs, newest first')
    .option('--suite <file>', 'runs of this suite alone')
    .option('--limit <n>', 'at most this many', positive, 20)
    .option('--delete <id>', 'forget this run (repeats)', collect, [])
    .option('--json', 'one JSON document on standard output', false)
    .addHelpText('after', example('proctor runs --limit 5'))
    .action(async (options) => {
      const { runs } = await import('./commands/runs.ts')
      done(runs(terminal, options))
    })

  program
    .command('doctor')
    .description('see what is missing on this machine, with the command that mends it')
    .option('--json', 'one JSON document on standard output', false)
    .addHelpText('after', example('proctor doctor'))
    .action(async (options) => {
      const { doctor } = await import('./commands/doctor.ts')
      done(await doctor(terminal, options))
    })

  program
    .command('export')
    .description('write a suite in another format')
    .argument('<suite>', 'a notebook (NAME.proctor.md) or a suite (NAME.suite.yaml)')
    .addOption(new Option('--to <kind>', 'the format').choices(['suite']).makeOptionMandatory())
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .option('--json', 'one JSON document on standard output', false)
    .option('--trust', "trust the suite's folder for this call: files outside it may be read", false)
    .addHelpText(
      'after',
      example(`proctor export ${EXAMPLE}.proctor.md --to suite -o ticket-triage.suite.yaml`),
    )
    .action(async (suite: string, options) => {
      const { exportSuite } = await import('./commands/export.ts')
      done(exportSuite(terminal, suite, options))
    })

  program
    .command('import')
    .description('make a notebook of cases in another format')
    .argument('<file>', 'the file to read')
    .addOption(
      new Option('--from <kind>', "the format (default: by the file's name)").choices(['csv', 'jsonl']),
    )
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .option('--json', 'one JSON document on standard output', false)
    .addHelpText('after', example('proctor import cases.csv -o cases.proctor.md'))
    .action(async (file: string, options) => {
      const { importCases } = await import('./commands/import.ts')
      done(importCases(terminal, file, options))
    })

  return program
}

/** The library's description, without the defaults that go without saying. */
const describeOption = (option: Option): string =>
  new Help().optionDescription(option).replace(/ \(default: (?:false|\[\])\)/, '')

const example = (line: string): string => `\nExample:\n  $ ${line}\n`

const withReportOptions = (command: Command): Command =>
  command
    .option('--json', 'the JSON report on standard output and nothing else', false)
    .option('--report <file>', 'write the JSON report to this file')
    .option('--junit <file>', 'write a JUnit report to this file')
    .option('--html <file>', 'write an HTML report to this file')
    .option('--markdown <file>', 'write a Markdown report to this file')
    .option('--github', 'GitHub annotations and step summary', false)
    .option('--min-pass-rate <rate>', 'the worst-case pass rate that is needed, 0…1', share)
    .addOption(
      new Option('--not-graded <mode>', 'what a case that is not graded means')
        .choices(['fail', 'warn', 'ignore'])
        .default('fail'),
    )
    .option('--trust', "trust the suite's folder for this call", false)
    .option('--allow <host>', 'judges, embedders and devices may send to this host (repeats)', collect, [])
