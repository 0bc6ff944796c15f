import { isBeyondBounds } from '../../../../common/bounds'
import type { ContentPath } from '../../../../common/content/paths'
import type { ImportedPair } from '../../../../common/importing/validate'
import type { PublishedPage } from '../../../../common/importing/page'
import type { Inputs, Outputs, TaskKind, Workers } from '../../../workers'
import { WebFailure } from '../../web-failure'
import { openTogether } from './together'

/** Work on what a site answered, which can be long: away from the thread that answers requests. */
export interface PageWork {
  /** @param bytes how much it is about @throws WebFailure size, for what is beyond the bounds of what is read */
  run<K extends TaskKind>(kind: K, bytes: number, input: Inputs[K], signal: AbortSignal): Promise<Outputs[K]>
  /** What a published page was written as. @throws WebFailure as `run` */
  turnedBack(page: PublishedPage, signal: AbortSignal): Promise<Outputs['import-page']>
  /** @throws WebFailure as `run` */
  compared(pair: ImportedPair, signal: AbortSignal): Promise<Outputs['import-compare']>
}

/** @param target whose turn it is, beside other sites */
export function openPageWork(workers: Workers, target: ContentPath): PageWork {
  const ask: PageWork['run'] = (kind, bytes, input, signal) =>
    workers.run(kind, { tenant: target, bytes, signal }, () => input)
  const pages = openTogether<PublishedPage, Outputs['import-page']>(
    (input, bytes, signal) => ask('import-page', bytes, input, signal),
    (inputs, bytes, signal) => ask('import-pages', bytes, inputs, signal)
  )
  const pairs = openTogether<ImportedPair, Outputs['import-compare']>(
    (input, bytes, signal) => ask('import-compare', bytes, input, signal),
    (inputs, bytes, signal) => ask('import-compare-many', bytes, inputs, signal)
  )
  return {
    run: (kind, bytes, input, signal) => ask(kind, bytes, input, signal).catch(inWords),
    turnedBack: (page, signal) => pages(page, page.html.length, signal).catch(inWords),
    compared: (pair, signal) => pairs(pair, pair.page.html.length + pair.stored.length, signal).catch(inWords)
  }
}

function inWords(error: unknown): never {
  throw isBeyondBounds(error) ? new WebFailure('size', error.message) : error
}
