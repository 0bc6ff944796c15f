import { parentPort } from 'node:worker_threads'
import { answerTo, type Call } from '../workers/engine-calls'
import type { Input } from './calls'
import { createRoomEngine } from './engine'

/** The program of the thread that holds the documents people write in together; built into a file of its own. */
const engine = createRoomEngine()

parentPort?.on('message', (call: Call<Input>) => {
  const answer = answerTo(() => engine, call)
  parentPort?.postMessage(answer, 'output' in answer ? handedOver(answer.output) : [])
})

/** Less is copied sooner. */
const WORTH_HANDING = 64 * 1024

/** Memory of a large state that was made for the answer alone: it goes to the other thread, and is not copied. */
function handedOver(output: unknown): ArrayBuffer[] {
  const isOwn =
    output instanceof Uint8Array &&
    output.buffer instanceof ArrayBuffer &&
    output.length === output.buffer.byteLength &&
    output.length > WORTH_HANDING
  return isOwn ? [output.buffer] : []
}
