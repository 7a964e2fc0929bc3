/** A sentence's end for what the file system said: "no such file", "is a directory" … */
export const fileProblem = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOENT':
      return 'no such file'
    case 'EISDIR':
      return 'is a directory; a file was expected'
    case 'ENOTDIR':
      return 'a part of its path is a file, not a folder'
    case 'EACCES':
    case 'EPERM':
      return 'permission denied'
    case 'ENOSPC':
      return 'the disk is full'
    case 'EROFS':
      return 'the file system is read-only'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
