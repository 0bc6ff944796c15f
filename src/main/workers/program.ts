import { parentPort } from 'node:worker_threads'
import { failureOf, type Reply } from './messages'
import { perform, type Question, type TaskKind } from './tasks'
import { bytesIn } from './transfer'

/** The program of the worker threads; built into a file of its own. */
parentPort?.on('message', <K extends TaskKind>({ kind, input }: Question<K>) => {
  try {
    const output = perform(kind, input)
    say({ kind: 'done', output }, bytesIn(output))
  } catch (error) {
    say({ kind: 'failed', failure: failureOf(error) })
  }
})
say({ kind: 'ready' })

function say<T>(reply: Reply<T>, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, transfer)
}
