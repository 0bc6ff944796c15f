import type { ComponentType } from 'react'

/** Where the person goes when a cell is done with. */
export type After = 'stay' | 'down' | 'up' | 'next' | 'previous'

export interface CellEditorProps {
  /** What the field begins with: the cell's text, or what was typed to begin. */
  readonly text: string
  /** True when a key began it: the caret stands behind the text; else all of it may be selected. */
  readonly typed: boolean
  /** Names column and row, for screen readers. */
  readonly label: string
  /** To be told of each change, so that nothing typed is lost. */
  readonly onText: (text: string) => void
  /** Keeps the text, `text` if given, and goes on. */
  readonly onDone: (after: After, text?: string) => void
  readonly onCancel: () => void
}

/** What a column has of its own. Everything is a text: the grid keeps no other values for it. */
export interface ColumnKind {
  /** How a cell is drawn; only the text as it stands else. */
  readonly Cell?: ComponentType<{ readonly text: string }>
  /** In place of the plain text field; it takes the focus when it is mounted. */
  readonly Editor?: ComponentType<CellEditorProps>
  /** What is wrong with a cell, in words; `row` gives the row's text in a column. */
  readonly check?: (text: string, row: (column: string) => string) => string | null
}

/**
 * The kind of a column, by the names of sheet and column; null for plain text. Must give the same object each
 * time.
 */
export type ColumnKinds = (sheet: string, column: string) => ColumnKind | null

export const plainColumns: ColumnKinds = () => null
