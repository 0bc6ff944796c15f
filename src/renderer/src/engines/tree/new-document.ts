import { useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { childOf, contentPath, nameOf, type ContentPath } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { awaitDocument } from '../../workbench/focus-intent'
import { openDocument } from '../../workbench/workbench'
import { fullName, nameProblem } from './names'

interface Asked {
  readonly folder: ContentPath
  /** It decides the extension. */
  readonly kind: 'page' | 'json'
  /** Closes the dialog. */
  readonly onDone: () => void
}

/**
 * What a dialog has that asks for the name of a new document. From when the name is taken, what is typed belongs to
 * the document, which is opened as soon as it is made (E15).
 * @returns `field`: what its text field is given; `create`: for the form's submit, with what makes the document at a
 * path that is free; why it could not be made is said at the field
 */
export function useNewDocument({ folder, kind, onDone }: Asked) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = useRef(false)

  const made = async (make: (path: ContentPath) => Promise<unknown>): Promise<string | null> => {
    try {
      const items = await api.list(folder)
      const taken = items.map((item) => nameOf(contentPath(item.path)))
      const clash = nameProblem(name, kind, taken)
      if (clash !== null) return clash
      const path = childOf(folder, fullName(name, kind))
      await make(path)
      onDone()
      openDocument(path)
      return null
    } catch (error) {
      return sentenceOf(error)
    }
  }

  const create = async (event: FormEvent, make: (path: ContentPath) => Promise<unknown>): Promise<void> => {
    event.preventDefault()
    if (isBusy.current) return
    const unusable = nameProblem(name, kind, [])
    if (unusable !== null) return setProblem(unusable)
    isBusy.current = true
    const leave = awaitDocument()
    const why = await made(make)
    isBusy.current = false
    if (why === null) return
    leave()
    setProblem(why)
  }

  const field = {
    'data-autofocus': true,
    value: name,
    spellCheck: false,
    description: `In ${folder}`,
    error: problem,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setName(event.currentTarget.value)
      setProblem(null)
    }
  } as const
  return { field, create }
}
