import { Worker } from 'node:worker_threads'
import { GalleyError } from '../../common/errors'
import type { Store, StoreDiagnosis } from '../store/types'
import { errorOf, type Failure } from '../workers/messages'
import { paced, type Pace } from './pace'

/** What the thread says, once. */
export type Examined =
  | { readonly kind: 'done'; readonly diagnosis: StoreDiagnosis }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** An examination of an open workspace that is under way. */
export interface Examination {
  /** @throws GalleyError when the disk fails, or it was ended */
  readonly diagnosis: Promise<StoreDiagnosis>
  /** Ends it; resolves when nothing of it goes on. */
  end(): Promise<void>
}

/** @param program of the thread that examines a folder; null: in this thread, with rests */
export function beginExamination(store: Store, program: string | null, pace: Pace): Examination {
  const { folder } = store
  return program === null || !folder ? here(store, pace) : inThread(folder.location, program, pace)
}

function here(store: Store, pace: Pace): Examination {
  const ending = new AbortController()
  const diagnosis = store.examine(paced(pace, ending.signal))
  return {
    diagnosis,
    async end() {
      ending.abort(ended())
      await diagnosis.catch(() => undefined)
    }
  }
}

function inThread(location: string, program: string, pace: Pace): Examination {
  const worker = new Worker(program, { workerData: { location, pace } })
  worker.unref()
  const diagnosis = new Promise<StoreDiagnosis>((resolve, reject) => {
    worker.once('message', (examined: Examined) => {
      if (examined.kind === 'done') resolve(examined.diagnosis)
      else reject(errorOf(examined.failure))
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(ended()))
  })
  return {
    diagnosis,
    async end() {
      await worker.terminate()
      await diagnosis.catch(() => undefined)
    }
  }
}

const ended = () => new GalleyError('closed', 'The workspace was closed.')
