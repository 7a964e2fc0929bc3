/** The JSON Pointer (RFC 6901) of a path of keys and indices; empty for the whole value. */
export const toPointer = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
