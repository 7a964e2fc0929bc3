import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { windowFileResponse } from '#main/shells/electron/window-files.ts'

const BUILT = resolve(import.meta.dirname, '../../out/renderer')

export interface WindowServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves the built window over HTTP through the code, types and policy that app:// has. */
export const serveWindow = async (): Promise<WindowServer> => {
  if (!existsSync(resolve(BUILT, 'index.html'))) throw new Error('The window is not built: npm run build')
  const server = createServer((request, answer) => {
    const url = `http://${request.headers.host}${request.url}`
    const respond = async (): Promise<void> => {
      const response = await windowFileResponse(BUILT, new Request(url, { method: request.method ?? 'GET' }))
      answer.writeHead(response.status, Object.fromEntries(response.headers))
      answer.end(new Uint8Array(await response.arrayBuffer()))
    }
    respond().catch((error: unknown) => answer.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
