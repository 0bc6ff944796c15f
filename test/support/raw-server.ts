import { createServer, type Server, type Socket } from 'node:net'

/** A server of bad habits on this machine. */
export interface RawServer {
  readonly origin: string
  /** The heads of all requests so far. */
  readonly heads: readonly string[]
  /** How many bytes the line took from it, at most those that the other side read and a few buffers. */
  sent(): number
  /** How many connections there were. */
  connections(): number
  close(): Promise<void>
}

/** What is done with one request. */
export type Habit = (socket: Socket, head: string) => void

/** Speaks what a test says, byte by byte, and nothing of HTTP by itself. */
export async function rawServer(habit: Habit): Promise<RawServer> {
  const heads: string[] = []
  const sockets = new Set<Socket>()
  let ended = 0
  let connections = 0
  const server: Server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    let head = ''
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      ended += socket.bytesWritten
    })
    socket.on('data', (data: Buffer) => {
      head += data.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const whole = head.slice(0, end)
      head = ''
      heads.push(whole)
      habit(socket, whole)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    heads,
    sent: () =>
      ended + [...sockets].reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, 0),
    connections: () => connections,
    close: () =>
      new Promise<void>((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      })
  }
}

/** An answer as it stands. */
export const says =
  (head: string, body: string | Uint8Array = ''): Habit =>
  (socket) => {
    socket.write(`${head.replaceAll('\n', '\r\n')}\r\n\r\n`)
    socket.write(body)
  }

/** Begins an answer, and goes on with the same piece for as long as somebody reads. */
export const neverEnds =
  (head: string, piece: string | Uint8Array, everyMs = 0): Habit =>
  (socket) => {
    socket.write(`${head.replaceAll('\n', '\r\n')}\r\n\r\n`)
    goesOn(socket, piece, everyMs)
  }

/** The same in the middle of a head. */
export const neverEndsHead =
  (start: string, piece: string, everyMs = 0): Habit =>
  (socket) => {
    socket.write(start.replaceAll('\n', '\r\n'))
    goesOn(socket, piece, everyMs)
  }

function goesOn(socket: Socket, piece: string | Uint8Array, everyMs: number): void {
  const more = () => {
    if (socket.destroyed) return
    if (everyMs > 0) {
      socket.write(piece)
      setTimeout(more, everyMs)
    } else if (socket.write(piece)) setImmediate(more)
    else socket.once('drain', more)
  }
  more()
}

export const json = (value: unknown, more = ''): Habit => {
  const body = JSON.stringify(value)
  return says(
    `HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: ${Buffer.byteLength(body)}${more}`,
    body
  )
}
