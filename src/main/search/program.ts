import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { failureOf } from '../workers/messages'
import { callEngine, type Call, type CallName } from './calls'
import { openEngine, type Engine } from './engine/engine'
import type { Answered } from './thread'

const given = z.object({ file: z.string().nullable() })

/** The program of the thread that holds the search index; built into a file of its own. */
const { file } = given.parse(workerData)
let engine: Engine | null = null

parentPort?.on('message', <Name extends CallName>({ id, name, input }: Call<Name>) => {
  try {
    engine ??= openEngine(file)
    say({ id, output: callEngine(engine, name, input) })
  } catch (error) {
    say({ id, failure: failureOf(error) })
  }
})

function say(answered: Answered): void {
  parentPort?.postMessage(answered)
}
