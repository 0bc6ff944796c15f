import { createElement, type ReactNode } from 'react'
import { partsAt, type Parts } from '../workbench/contributions'

interface PlacedProps<K extends keyof Parts> {
  readonly at: K
  readonly with: Parts[K]
}

/** What the features bring to a place of the frame. */
export function Placed<K extends keyof Parts>({ at, with: told }: PlacedProps<K>): ReactNode {
  return partsAt(at).map((part, index) => createElement(part, { key: index, ...told }))
}
