import { parentPort } from 'node:worker_threads'
import { failureOf } from '../workers/messages'
import { callEngine, type Answered, type Call, type CallName } from './calls'
import { createRoomEngine } from './engine'

/** The program of the thread that holds the documents people write in together; built into a file of its own. */
const engine = createRoomEngine()

parentPort?.on('message', <Name extends CallName>({ id, name, input }: Call<Name>) => {
  const say = (answered: Answered<Name>) => parentPort?.postMessage(answered)
  try {
    say({ id, output: callEngine(engine, name, input) })
  } catch (error) {
    say({ id, failure: failureOf(error) })
  }
})
