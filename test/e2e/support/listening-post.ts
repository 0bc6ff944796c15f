import { once } from 'node:events'
import { createServer } from 'node:http'

/** A server on loopback that writes down what it is asked for. */
export interface ListeningPost {
  readonly origin: string
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** It hears connections too, so that a name looked up or a line opened without a request counts. */
export async function listeningPost(): Promise<ListeningPost> {
  const asked: string[] = []
  const server = createServer((request, answer) => {
    asked.push(`${request.method} ${request.url}`)
    answer.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/html' })
    answer.end('<script>parent.hostile = 1</script>')
  })
  server.on('connection', () => asked.push('a connection'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}
