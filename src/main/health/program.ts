import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { examineOpen } from '../store/doctor'
import { failureOf } from '../workers/messages'
import type { Examined } from './examination'
import { paced } from './pace'

const given = z.object({
  location: z.string(),
  pace: z.object({ workMs: z.number(), restMs: z.number() })
})

/** The program of the thread that examines a workspace; built into a file of its own. */
const { location, pace } = given.parse(workerData)
examineOpen(location, { pause: paced(pace) }).then(
  (diagnosis) => say({ kind: 'done', diagnosis }),
  (error: unknown) => say({ kind: 'failed', failure: failureOf(error) })
)

function say(examined: Examined): void {
  parentPort?.postMessage(examined)
}
