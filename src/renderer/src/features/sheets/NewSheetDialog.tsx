import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import {
  checkName,
  childOf,
  clashKey,
  contentPath,
  nameOf,
  type ContentPath
} from '../../../../common/content/paths'
import { distinctNames, newBook, writeBook } from '../../../../common/formats/sheet'
import { api, sentenceOf } from '../../api'
import { openDocument } from '../../workbench/workbench'

interface NewSheetProps {
  readonly folder: ContentPath
  readonly onDone: () => void
}

/** Asks for the name of the file and of its first columns, and makes it. */
export function NewSheetDialog({ folder, onDone }: NewSheetProps) {
  const [name, setName] = useState('')
  const [columns, setColumns] = useState('key, value')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const title = name.trim().replace(/\.json$/i, '')
    if (title === '') return setProblem('Type a name.')
    try {
      const file = `${title}.json`
      checkName(file)
      const taken = (await api.list(folder)).map((item) => nameOf(contentPath(item.path)))
      const other = taken.find((one) => clashKey(one) === clashKey(file))
      if (other !== undefined) return setProblem(`“${other}” is already here.`)
      const names = columns.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))
      const path = childOf(folder, file)
      await api.write(path, writeBook(newBook('data', distinctNames(names))), { ifNoneMatch: '*' })
      onDone()
      openDocument(path)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={12}>
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          spellCheck={false}
          description={`In ${folder}`}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <TextInput
          label="Columns"
          value={columns}
          spellCheck={false}
          description="With commas between them. Leave it empty to paste a table."
          onChange={(event) => setColumns(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit">Create sheet</Button>
        </Group>
      </Stack>
    </form>
  )
}
