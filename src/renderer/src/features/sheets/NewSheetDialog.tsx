import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ContentPath } from '../../../../common/content/paths'
import { distinctNames, newBook, writeBook } from '../../../../common/formats/sheet'
import { api } from '../../api'
import { useNewDocument } from '../../engines/tree/new-document'

interface NewSheetProps {
  readonly folder: ContentPath
  readonly onDone: () => void
}

/** Asks for the name of the file and of its first columns, and makes it. */
export function NewSheetDialog({ folder, onDone }: NewSheetProps) {
  const [columns, setColumns] = useState('key, value')
  const { field, create } = useNewDocument({ folder, kind: 'json', onDone })
  const make = (path: ContentPath) => {
    const names = columns.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))
    return api.write(path, writeBook(newBook('data', distinctNames(names))), { ifNoneMatch: '*' })
  }
  return (
    <form noValidate onSubmit={(event) => void create(event, make)}>
      <Stack gap={12}>
        <TextInput label="Name" {...field} />
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
