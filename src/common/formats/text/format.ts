import { stopOf } from '../core/stop'
import { result, type Format } from '../format'
import { mergeText } from './merge'

/** Everything that is only lines. */
export const textFormat: Format = {
  merge(texts, options) {
    const { text, conflicts } = mergeText(texts, options.choices ?? new Map(), stopOf(options))
    return result('text', text, conflicts)
  },
  compare: () => ({ kind: 'unreadable', side: 'before' }),
  summary: () => null,
  written: () => null
}
