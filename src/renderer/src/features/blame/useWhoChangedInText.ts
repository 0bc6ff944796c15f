import { formatOf } from '../../../../common/formats/files'
import type * as Monaco from 'monaco-editor/editor'
import { namesOfPlace } from '../../../../common/formats/json/diff/words'
import { blockAt, fieldAt } from '../../../../common/compare/place-at'
import { readJson } from '../../../../common/formats/json/read'
import { nameOf, splitName } from '../../../../common/content/paths'
import type { DocumentSession } from '../../documents'
import { nameOfBlock } from '../../engines/diff-views/changes/page-items'
import { useWhoChangedCommand, type WhoChangedRequest } from './who-changed'

type CodeEditor = Monaco.editor.IStandaloneCodeEditor

/**
 * “Who changed this last?” for the block of a page, or the field of JSON, that the cursor is in (D16): by
 * command, which the editor's menu offers too.
 */
export function useWhoChangedInText(session: DocumentSession, editor: CodeEditor | null): void {
  const format = formatOf(splitName(nameOf(session.path)).ext)
  const request = () => requestAt(session, editor)
  useWhoChangedCommand(
    request,
    format !== 'page' && format !== 'json'
      ? 'Pages and JSON can be asked who changed a block or a field. This file can be compared with its versions.'
      : 'Put the cursor into a block or a field first.'
  )
}

/**
 * The same where a page is written in as it is read.
 * @param offset where in its source the caret is; null when that cannot be said
 */
export function useWhoChangedInPage(session: DocumentSession, offset: () => number | null): void {
  useWhoChangedCommand(() => {
    const at = offset()
    return at === null ? null : blockRequest(session, session.text(), at)
  }, 'Put the cursor into a block first.')
}

/** Signs of a block that are told. */
const WORDS = 80
/** Longer texts would hold up the window while they are read. */
const MOST = 2_000_000

function requestAt(session: DocumentSession, editor: CodeEditor | null): WhoChangedRequest | null {
  const { path } = session
  const [model, cursor] = [editor?.getModel(), editor?.getPosition()]
  const format = formatOf(splitName(nameOf(path)).ext)
  if (!model || !cursor || (format !== 'page' && format !== 'json')) return null
  const text = model.getValue()
  if (text.length > MOST) return null
  const of = { path, isConfig: false, typed: () => session.text() }
  const offset = model.getOffsetAt(cursor)
  if (format === 'json') {
    const pointer = fieldAt(text, offset)
    const value = readJson(text)
    if (pointer === null || value === undefined) return null
    const title = namesOfPlace(pointer, value).join(' › ') || 'The whole document'
    return { of, format, place: { kind: 'field', pointer }, title }
  }
  return blockRequest(session, text, offset)
}

function blockRequest(session: DocumentSession, text: string, offset: number): WhoChangedRequest | null {
  if (text.length > MOST) return null
  const block = blockAt(text, offset)
  if (!block) return null
  const of = { path: session.path, isConfig: false, typed: () => session.text() }
  const words = block.text.length > WORDS ? `${block.text.slice(0, WORDS - 1)}…` : block.text
  const title = words === '' ? nameOfBlock(block) : `${nameOfBlock(block)}: ${words}`
  return { of, format: 'page', place: { kind: 'block', index: block.index }, title }
}
