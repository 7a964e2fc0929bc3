/** A place in a file. Lines and columns count from 1; a column counts UTF-16 units. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** What is wrong, or worth knowing, at a place of a file. An error stops a run; a warning does not. */
export interface Diagnostic extends Place {
  readonly severity: 'error' | 'warning'
  /** One sentence: what was found, what was expected and, where there is one, the nearest valid name. */
  readonly message: string
}

/** Whether any of the diagnostics is an error. */
export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some((diagnostic) => diagnostic.severity === 'error')
