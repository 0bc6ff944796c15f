import { contentPath } from '../../src/common/content/paths'
import { WindowLine, type Ask } from '../contract/line'
import { RawWriter, Travels } from './raw-writer'

/**
 * A process that joins a document again and again, as windows elsewhere do, until it is told to end; it says
 * how often it has.
 */
const [port = '', token = '', path = ''] = process.argv.slice(2)
const ask: Ask = (at, init) =>
  fetch(`http://127.0.0.1:${port}${at}`, { ...init, headers: { Authorization: `Bearer ${token}` } })

let isOver = false
process.once('message', () => (isOver = true))
let joined = 0
while (!isOver) {
  const line = await WindowLine.open(ask)
  await new RawWriter('reader', new Travels()).join(line, contentPath(path))
  line.cut()
  joined += 1
  if (joined === 1) process.send?.('begun')
}
process.send?.(joined)
process.disconnect()
