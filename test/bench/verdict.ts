import { assertNever } from '../../src/common/errors'
import type { Summary } from './measure'
import type { Finding, Value } from './row'

export interface Verdict {
  readonly budget: string
  readonly measured: string
  /** Null where nothing is judged. */
  readonly kept: boolean | null
}

/** Whether a finding is within its budget, in words. */
export function verdictOn({ galley, baseline, budget }: Finding): Verdict {
  switch (budget.kind) {
    case 'none':
      return { budget: '', measured: '', kept: null }
    case 'ratio': {
      const one = (took: Summary | Value) => (budget.of ? judged(took, budget.of) : central(took))
      const ratio = baseline ? one(galley) / one(baseline.took) : Number.NaN
      return {
        budget: `${budget.of ? 'p95 ' : ''}≤ ${budget.atMost} ×`,
        measured: `${ratio.toFixed(2)} ×`,
        kept: ratio <= budget.atMost
      }
    }
    case 'more': {
      const more = baseline ? judged(galley, budget.of) - judged(baseline.took, budget.of) : Number.NaN
      return {
        budget: `${budget.of === 'p95' ? 'p95 ' : ''}≤ + ${budget.atMost} ms`,
        measured: `${more < 0 ? '−' : '+'} ${figure(Math.abs(more))} ms`,
        kept: more <= budget.atMost
      }
    }
    case 'growth': {
      const ratio = baseline ? central(galley) / central(baseline.took) : Number.NaN
      return {
        budget: `four times: ≤ ${budget.atMost} ×`,
        measured: `${ratio.toFixed(2)} ×, exponent ${(Math.log(ratio) / Math.log(4)).toFixed(2)}`,
        kept: ratio <= budget.atMost
      }
    }
    case 'most': {
      const value = judged(galley, budget.of)
      return {
        budget: `${budget.of === 'p99' || budget.of === 'p95' ? `${budget.of} ` : ''}≤ ${budget.atMost} ${budget.unit}`,
        measured: `${figure(value)} ${budget.unit}`,
        kept: value <= budget.atMost
      }
    }
    default:
      return assertNever(budget)
  }
}

const isValue = (took: Summary | Value): took is Value => 'value' in took

const central = (took: Summary | Value) => (isValue(took) ? took.value : took.median)

function judged(took: Summary | Value, of: 'median' | 'p95' | 'p99' | 'value'): number {
  if (isValue(took)) return took.value
  if (of === 'p95') return took.p95
  return of === 'p99' ? took.p99 : took.median
}

/** `0.84 ms, p95 1.20 (1,130/s)` */
export function shown(took: Summary | Value): string {
  if (isValue(took)) return `${figure(took.value)} ${took.unit}`
  const rate = took.median < 50 ? ` (${Math.round(took.perSecond).toLocaleString('en')}/s)` : ''
  return `${figure(took.median)} ms, p95 ${figure(took.p95)}${rate}`
}

/** Three significant digits, never an exponent. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value >= 1 ? value.toFixed(2) : value.toFixed(3)
}
