import { Alert, Button, PasswordInput, Radio, Textarea, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import type { Filled, SourceField } from '../../../../common/importing/sources/source'
import { sentenceOf } from '../../api'
import classes from './WhereFrom.module.css'

interface SourceFieldsProps {
  readonly fields: readonly SourceField[]
  readonly filled: Filled
  readonly onFill: (filled: Filled) => void
}

/** What a source asks a person for. */
export function SourceFields({ fields, filled, onFill }: SourceFieldsProps) {
  const drawn = (field: SourceField) => (
    <Field
      key={field.name}
      field={field}
      value={filled[field.name] ?? ''}
      onChange={(value) => onFill({ [field.name]: value })}
    />
  )
  return rowsOf(fields).map(([first, ...beside]) =>
    beside.length === 0 ? (
      drawn(first)
    ) : (
      <div key={first.name} className={classes.row}>
        {[first, ...beside].map(drawn)}
      </div>
    )
  )
}

type Row = [SourceField, ...SourceField[]]

function rowsOf(fields: readonly SourceField[]): readonly Row[] {
  const rows: Row[] = []
  for (const field of fields) {
    const last = rows.at(-1)
    if (field.beside && last) last.push(field)
    else rows.push([field])
  }
  return rows
}

interface FieldProps {
  readonly field: SourceField
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field({ field, value, onChange }: FieldProps): ReactNode {
  const { as, label, description, placeholder, required = false } = field
  const typed = {
    label,
    description,
    placeholder,
    required,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)
  }
  switch (as) {
    case 'text':
      return <TextInput {...typed} />
    case 'secret':
      return <PasswordInput {...typed} autoComplete="off" />
    case 'lines':
      return <Textarea {...typed} autosize minRows={1} maxRows={6} />
    case 'list':
      return (
        <>
          {/* growing with the text would measure thousands of lines at every key */}
          <Textarea {...typed} rows={10} classNames={{ input: classes.code ?? '' }} />
          <FileButton onText={onChange} />
        </>
      )
    case 'environment':
      return (
        <Radio.Group label={label} value={value} onChange={onChange}>
          <div className={classes.radios}>
            <Radio size="xs" value="live" label="Live" />
            <Radio size="xs" value="preview" label="Preview" />
          </div>
        </Radio.Group>
      )
  }
}

/** A list from a file of this computer. */
function FileButton({ onText }: { readonly onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    if (file.size > MOST_BYTES) {
      setProblem('This file is larger than 8 MB. Split the list.')
      return
    }
    file.text().then(onText, (error: unknown) => setProblem(sentenceOf(error)))
  }
  return (
    <>
      <div className={classes.file}>
        <input
          ref={input}
          type="file"
          hidden
          accept=".txt,.csv,.tsv,.json,.xml,text/plain,text/csv,application/json,application/xml"
          aria-label="File with addresses"
          onChange={(event) => read(event.currentTarget.files?.[0])}
        />
        <Button
          variant="default"
          leftSection={<IconUpload size={14} stroke={1.5} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          Take a list from a file…
        </Button>
      </div>
      {problem !== null && <Alert color="red">{problem}</Alert>}
    </>
  )
}

const MOST_BYTES = 8 * 1024 * 1024
