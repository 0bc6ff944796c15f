import { Button, Group, Stack, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { EditorState } from 'prosemirror-state'
import { useState, type FormEvent } from 'react'
import { pageSchema } from '../../../../common/formats/page/schema'
import type { PageSurface } from '../../engines/page/surface'
import { awaitField } from '../../workbench/typing-ahead'
import { words } from './words'

const { link } = pageSchema.marks

/** Whether words are chosen that can lead somewhere, or the caret is in a link. */
export const canLink = (state: EditorState): boolean => rangeOf(state) !== null

/** The chosen words, or the whole link that the caret is in. */
function rangeOf({ selection, doc }: EditorState): { from: number; to: number; href: string } | null {
  const { $from, from, to, empty } = selection
  if (!$from.parent.inlineContent || $from.parent.type.spec.code) return null
  if (!empty) {
    const marked = doc.nodeAt(from)?.marks.find(({ type }) => type === link)
    return { from, to, href: String(marked?.attrs['href'] ?? '') }
  }
  const mark = link.isInSet($from.marks()) ?? null
  if (!mark) return null
  let [start, end] = [$from.start(), $from.start()]
  $from.parent.forEach((child, offset) => {
    const at = $from.start() + offset
    if (!mark.isInSet(child.marks)) {
      if (at + child.nodeSize <= from) start = at + child.nodeSize
      return
    }
    if (at <= from || end >= at) end = at + child.nodeSize
  })
  return end > start ? { from: start, to: end, href: String(mark.attrs['href']) } : null
}

/** Asks where the chosen words lead. */
export function askForLink(surface: PageSurface): void {
  const { state } = surface
  const range = state && rangeOf(state)
  if (!range) return
  const { from, to, href } = range
  awaitField()
  const id = modals.open({
    title: words.link,
    onClose: () => surface.focus(),
    children: (
      <LinkForm
        href={href}
        onDone={(address) => {
          modals.close(id)
          surface.run((now, dispatch) => {
            if (now.doc !== state.doc) return false
            const tr = now.tr.removeMark(from, to, link)
            dispatch?.(address === '' ? tr : tr.addMark(from, to, link.create({ href: address })))
            return true
          })
        }}
        onCancel={() => modals.close(id)}
      />
    )
  })
}

interface LinkFormProps {
  readonly href: string
  /** Empty: no link. */
  readonly onDone: (address: string) => void
  readonly onCancel: () => void
}

function LinkForm({ href, onDone, onCancel }: LinkFormProps) {
  const [address, setAddress] = useState(href)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDone(address.trim())
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={12}>
        <TextInput
          label={words.linkAddress}
          description={words.linkHint}
          data-autofocus
          spellCheck={false}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap={8}>
          {href !== '' && (
            <Button variant="subtle" onClick={() => onDone('')}>
              {words.linkRemove}
            </Button>
          )}
          <Button variant="default" onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button type="submit">{words.linkSet}</Button>
        </Group>
      </Stack>
    </form>
  )
}
