import { isBeyondBounds } from '../../../../common/bounds'
import type { ContentPath } from '../../../../common/content/paths'
import type { Inputs, Outputs, TaskKind, Workers } from '../../../workers'
import { WebFailure } from '../../web-failure'

/** Work on what a site answered, which can be long: away from the thread that answers requests. */
export interface PageWork {
  /** @param bytes how much it is about @throws WebFailure size, for what is beyond the bounds of what is read */
  run<K extends TaskKind>(kind: K, bytes: number, input: Inputs[K], signal: AbortSignal): Promise<Outputs[K]>
}

/** @param target whose turn it is, beside other sites */
export function openPageWork(workers: Workers, target: ContentPath): PageWork {
  return {
    async run(kind, bytes, input, signal) {
      try {
        return await workers.run(kind, { tenant: target, bytes, signal }, () => input)
      } catch (error) {
        throw isBeyondBounds(error) ? new WebFailure('size', error.message) : error
      }
    }
  }
}
