import { result, type MergeOptions, type TextsMerge } from '../core/outcome'
import { stopOf } from '../core/stop'
import type { ThreeTexts } from '../core/validity'
import { mergeText } from './merge'

/** Everything that is only lines. */
export const textFormat = {
  merge(texts: ThreeTexts, options: MergeOptions): TextsMerge {
    const { text, conflicts } = mergeText(texts, options.choices ?? new Map(), stopOf(options))
    return result('text', text, conflicts)
  },
  compare: () => ({ kind: 'unreadable', side: 'before' }) as const,
  summary: () => null,
  written: () => null
}
