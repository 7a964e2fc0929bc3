/** How a suite reads the files beside its own; the only way it does. Paths are relative to the suite's folder. */
export interface SuiteFiles {
  readonly read: (relativePath: string) => FileText
}

export type FileText =
  | { readonly ok: true; readonly text: string }
  /** `outside`: the path leaves the suite's folder and nobody has trusted that. */
  | { readonly ok: false; readonly problem: 'missing' | 'outside' | 'unreadable' }

/** No files: what a suite says by itself. */
export const NO_FILES: SuiteFiles = { read: () => ({ ok: false, problem: 'missing' }) }

/** The sentence about a file that could not be read. */
export const fileProblem = (path: string, problem: 'missing' | 'outside' | 'unreadable'): string => {
  switch (problem) {
    case 'missing':
      return `There is no file \`${path}\`; a path is relative to the folder of the notebook.`
    case 'outside':
      return `\`${path}\` leaves the folder of the notebook and is not read before you trust that folder.`
    case 'unreadable':
      return `\`${path}\` could not be read as a text file.`
  }
}

/** A path in a folder, with `.` and `..` worked out; `/` throughout. An absolute path stays as it is. */
export const joinPath = (folder: string, path: string): string => {
  if (/^(?:\/|[A-Za-z]:[\\/])/.test(path)) return path
  const start = folder.startsWith('/') ? '/' : ''
  const steps: string[] = []
  for (const step of [...folder.split(/[\\/]/), ...path.split(/[\\/]/)]) {
    if (step === '' || step === '.') continue
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop()
    else steps.push(step)
  }
  return start + steps.join('/')
}

/** The folder of a path; empty for a bare name. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.search(/[\\/][^\\/]*$/)))
