import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'

/**
 * Chromium takes dictionaries from an http address alone and names the files itself. So one is lent to it: on loopback, under a name that
 * only this run of the app knows and that leads nowhere else, while it is taken in.
 */
export const lendingHost = `${randomBytes(16).toString('hex')}.invalid`

interface Lending {
  /** What names of files are put behind. */
  readonly address: string
  close(): Promise<void>
}

/** @param dictionary of a file name in small letters, such as `en-gb-10-1.bdic`; null for what is not lent */
export async function lend(dictionary: (name: string) => Promise<Buffer | null>): Promise<Lending> {
  const folder = `/${randomBytes(16).toString('hex')}/`
  const server = createServer((request, answer) => {
    const { method, url = '' } = request
    const name = method === 'GET' && url.startsWith(folder) ? url.slice(folder.length) : null
    void Promise.resolve(name === null ? null : dictionary(name))
      .catch(() => null)
      .then((bytes) => answer.writeHead(bytes ? 200 : 404, { Connection: 'close' }).end(bytes ?? ''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    address: `http://${lendingHost}:${port}${folder}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
