// Listens where programs ask for names, says no to each, and writes down what was asked: `node resolver.mjs <file>`.
import { appendFileSync, writeFileSync } from 'node:fs'
import { createSocket } from 'node:dgram'

const [file] = process.argv.slice(2)
const socket = createSocket('udp4')
socket.on('message', (query, from) => {
  appendFileSync(file, `${nameIn(query)}\n`)
  const answer = Buffer.from(query)
  // an answer, of one that may recurse, that there is no such name
  answer[2] = 0x81
  answer[3] = 0x83
  socket.send(answer, from.port, from.address)
})
socket.bind(53, '127.0.0.1', () => writeFileSync(file, ''))

function nameIn(query) {
  const parts = []
  for (let at = 12; query[at] > 0; at += query[at] + 1)
    parts.push(query.toString('latin1', at + 1, at + 1 + query[at]))
  return parts.join('.')
}
