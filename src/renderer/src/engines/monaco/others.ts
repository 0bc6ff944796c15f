import type * as Monaco from 'monaco-editor/editor'
import { visibleText } from '../../../../common/content/visible-text'
import { personName } from '../../components/person'
import type { DocumentSession } from '../../documents'
import { sharedTextIn } from './shared-model'
import './others.css'

/**
 * Shows in an editor where others are who write in the text too, and tells them where one is.
 * @returns a function that ends it
 */
export function showOthers(
  monaco: typeof Monaco,
  editor: Monaco.editor.ICodeEditor,
  session: DocumentSession
): () => void {
  const { company } = session
  if (!company) return () => undefined
  const drawn = editor.createDecorationsCollection()

  const rangeOf = (at: Uint8Array) => {
    const model = editor.getModel()
    const range = model && sharedTextIn(model)?.rangeOf(at)
    return range && { model, anchor: model.getPositionAt(range[0]), head: model.getPositionAt(range[1]) }
  }
  const draw = () =>
    drawn.set(
      company.people.flatMap((one) => {
        const range = one.at && rangeOf(one.at)
        if (!range) return []
        const { anchor, head } = range
        const chosen = monaco.Range.fromPositions(...inOrder(anchor, head))
        const name = { value: visibleText(personName(one)) }
        return [
          {
            range: chosen,
            options: { className: `other-chosen other-${one.colour}`, hoverMessage: name }
          },
          {
            range: monaco.Range.fromPositions(head),
            options: {
              beforeContentClassName: `other-caret other-${one.colour}`,
              hoverMessage: name,
              stickiness: monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges
            }
          }
        ]
      })
    )
  const where = () => {
    const model = editor.getModel()
    const selection = editor.getSelection()
    const text = model && sharedTextIn(model)
    if (!model || !selection || !text) return null
    const offset = (line: number, column: number) => model.getOffsetAt({ lineNumber: line, column })
    return text.placeOf(
      offset(selection.selectionStartLineNumber, selection.selectionStartColumn),
      offset(selection.positionLineNumber, selection.positionColumn)
    )
  }
  const moved = editor.onDidChangeCursorSelection(() => company.moved('source'))
  const ends = [
    company.changed.subscribe(draw),
    company.led((at, isAsked) => {
      const range = rangeOf(at)
      if (!range) return false
      editor.revealPositionInCenterIfOutsideViewport(range.head)
      if (isAsked) {
        editor.setPosition(range.head)
        editor.focus()
      }
      return true
    }, where),
    () => moved.dispose(),
    () => drawn.clear()
  ]
  draw()
  company.moved('source')
  return () => ends.forEach((end) => end())
}

const inOrder = (one: Monaco.Position, other: Monaco.Position): [Monaco.Position, Monaco.Position] =>
  one.isBefore(other) ? [one, other] : [other, one]
