import type { ThreeTexts } from '../../../../common/formats/core/validity'
import { carried } from '../../../../common/rooms/source/carried'
import type { Begun } from '../../../../common/rooms/window/joined-document'
import type { Shared } from '../../../../common/rooms/window/shared'
import type { Draft } from '../drafts'
import type { OpenText } from '../open-text'

/** What is shared of a document of this kind. */
export type OpenShared = (kind: Shared['kind'], doc: Begun['doc']) => Shared

/** The text of a draft with what is shared of it alone. */
export const textOf = ({ shared, text }: Draft): string => shared?.text ?? text

/** What the service had of the document that was here before another one: what is shown came from that. */
export function baseOf({ kind, taken }: NonNullable<Begun['before']>, open: OpenShared): string {
  const doc = taken()
  const shared = open(kind, doc)
  const source = shared.source()
  shared.close()
  doc.destroy()
  return source
}

interface Ground {
  readonly text: OpenText
  /** What was joined. */
  readonly shared: Shared
  /** As `Begun` has it. */
  readonly withLeft: Begun['withLeft']
  readonly open: OpenShared
  readonly merged: (texts: ThreeTexts) => Promise<string | null>
}

/**
 * Shows the words of an earlier window in a document in which they cannot go on by their own number.
 * @returns what the text came from then
 */
export async function broughtBack(
  left: Draft,
  { text, shared, withLeft, open, merged }: Ground
): Promise<string> {
  const here = shared.source()
  if (withLeft) {
    const other = open(shared.kind, withLeft)
    // letters of a form find no place in another one, its values do
    if (other.kind === 'form') {
      other.carryValues(textOf(left), text.read())
      text.buffer.write(other.source())
    } else text.buffer.write(carried(textOf(left), text.read(), other.source()))
    other.close()
    withLeft.destroy()
    return here
  }
  if (shared.kind === 'form') return left.baseText
  const both = await merged({ base: left.baseText, local: left.text, remote: here })
  if (both === null || text.read() !== left.text) return left.baseText
  text.buffer.write(both)
  return here
}
