import { parentPort } from 'node:worker_threads'
import { answerTo, type Call } from '../workers/engine-calls'
import type { Input } from './calls'
import { createRoomEngine } from './engine'

/** The program of the thread that holds the documents people write in together; built into a file of its own. */
const engine = createRoomEngine()

parentPort?.on('message', (call: Call<Input>) => parentPort?.postMessage(answerTo(() => engine, call)))
