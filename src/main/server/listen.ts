import type { Server } from 'node:net'
import { GalleyError, sentence } from '../../common/errors'

interface Place {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** What of the command line says where. */
  readonly option: string
}

/**
 * Begins to listen. @returns the port @throws GalleyError io-failed or no-access when the address cannot be
 * had
 */
export async function listen(server: Server, place: Place): Promise<number> {
  const { host, port } = place
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, place)))
    server.listen({ host, port }, resolve)
  })
  const address = server.address()
  if (typeof address === 'object' && address) return address.port
  throw new GalleyError('internal', 'The listener has no port.')
}

function listenFailure(cause: Error, { host, port, option }: Place): GalleyError {
  const code = 'code' in cause ? cause.code : ''
  const problem =
    code === 'EADDRINUSE'
      ? `another program uses this port. Choose another with ${option === '--host' ? '--port' : option}, or 0 for a free one.`
      : code === 'EACCES'
        ? 'this account may not use this port. Choose one above 1023.'
        : `this machine has no such address. Check ${option}.`
  return new GalleyError(
    code === 'EACCES' ? 'no-access' : 'io-failed',
    sentence`Cannot listen on ${{ host }}:${{ port }}: ${{ problem }}`,
    { cause }
  )
}
