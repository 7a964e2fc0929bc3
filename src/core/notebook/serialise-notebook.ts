import type { Notebook } from './notebook.ts'

/**
 * The file's text, put together from the parts of the notebook: front matter, prose and cells tile it.
 * For an unchanged notebook it is what was read, unit by unit.
 */
export const serialiseNotebook = ({ source, frontMatter, prose, cells }: Notebook): string => {
  const parts = [...prose, ...cells].toSorted((a, b) => a.start - b.start)
  return source.slice(0, frontMatter.end) + parts.map(({ start, end }) => source.slice(start, end)).join('')
}
