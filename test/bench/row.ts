import type { Summary } from './measure'

/** One row of the table: what is measured, beside its baseline, and how much it may be. */
export interface Row {
  readonly name: string
  /** What is measured, in a few words. */
  readonly title: string
  /** Left out of a run of all rows: it takes longer than they do together. */
  readonly onlyWhenNamed?: true
  /** @param place an empty folder on a real disk */
  readonly run: (place: string) => Promise<readonly Finding[]>
}

export interface Finding {
  readonly what: string
  readonly galley: Summary | Value
  readonly baseline?: { readonly what: string; readonly took: Summary | Value }
  readonly budget: Budget
}

/** A single figure, such as memory. */
export interface Value {
  readonly value: number
  readonly unit: 'ms' | 'MB'
}

export type Budget =
  /** Of the medians, if not said otherwise. */
  | { readonly kind: 'ratio'; readonly atMost: number; readonly of?: 'p95' }
  /** So many milliseconds more than the baseline. */
  | { readonly kind: 'more'; readonly atMost: number; readonly of: 'median' | 'p95' }
  | {
      readonly kind: 'most'
      readonly atMost: number
      readonly unit: 'ms' | 'MB'
      readonly of: 'median' | 'p95' | 'p99' | 'value'
    }
  /** The work itself beside a quarter of it: how many times as much it may cost. */
  | { readonly kind: 'growth'; readonly atMost: number }
  /** Shown for comparison, not judged. */
  | { readonly kind: 'none' }

/** Thrown by a row that cannot be measured here; the reason is printed in its place. */
export class NotHere extends Error {}
