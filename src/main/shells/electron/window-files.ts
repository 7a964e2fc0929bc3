import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { CONTENT_SECURITY_POLICY } from './content-security-policy.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * The file under `folder` that the path of an URL asks for (`/` is index.html); undefined where the path leaves the
 * folder or cannot be read as one.
 *
 * @param pathname as URL parsing leaves it, still percent-encoded
 */
export const windowFilePath = (folder: string, pathname: string): string | undefined => {
  const decoded = decodePath(pathname)
  if (decoded === undefined || decoded.includes('\0') || decoded.includes('\\')) return undefined
  const root = resolve(folder)
  const path = join(root, decoded.endsWith('/') ? `${decoded}index.html` : decoded)
  return path.startsWith(root + sep) ? path : undefined
}

const decodePath = (pathname: string): string | undefined => {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

/** Answers a request for one of the window's files with its type and the policy; 404 for all that is not one. */
export const windowFileResponse = async (folder: string, request: Request): Promise<Response> => {
  if (request.method !== 'GET') return refusal(405)
  const path = windowFilePath(folder, new URL(request.url).pathname)
  const type = path === undefined ? undefined : CONTENT_TYPES[extname(path)]
  if (path === undefined || type === undefined) return refusal(404)
  try {
    const headers = { 'content-type': type, ...SECURITY_HEADERS }
    return new Response(new Uint8Array(await readFile(path)), { headers })
  } catch {
    return refusal(404)
  }
}

const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

const refusal = (status: 404 | 405): Response => new Response(null, { status, headers: SECURITY_HEADERS })
