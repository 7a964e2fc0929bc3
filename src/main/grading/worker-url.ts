/** The address of a worker that stands beside this file, as a source and in a bundle alike. */
export const workerUrl = (name: string): URL =>
  new URL(`./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)
