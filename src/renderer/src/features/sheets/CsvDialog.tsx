import { Button, Group, Radio, Stack } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import type { Block } from '../../../../common/formats/sheet'
import { awaitField } from '../../workbench/typing-ahead'
import { numberText } from '../../components/formats'
import classes from './CsvDialog.module.css'

type CsvChoice = 'replace' | 'add'

interface CsvQuestion {
  readonly file: string
  readonly block: Block
  /** Names of the sheet's columns. */
  readonly columns: readonly string[]
}

/** Shows what a file holds, and asks what to do with it; null: nothing. */
export function askCsv(question: CsvQuestion): Promise<CsvChoice | null> {
  if (question.columns.length === 0) return Promise.resolve('replace')
  awaitField()
  return new Promise((resolve) => {
    const id = modals.open({
      title: `Import “${question.file}”`,
      size: 640,
      onClose: () => resolve(null),
      children: (
        <CsvDialog
          {...question}
          onDone={(choice) => {
            resolve(choice)
            modals.close(id)
          }}
        />
      )
    })
  })
}

const FIRST = 5

function CsvDialog({
  block,
  columns,
  onDone
}: CsvQuestion & { readonly onDone: (choice: CsvChoice | null) => void }) {
  const [choice, setChoice] = useState<CsvChoice>('replace')
  const [names = [], ...rows] = block
  const fresh = names.filter((name) => !columns.includes(name))
  return (
    <Stack gap={12}>
      <p className={classes.lead}>
        {numberText(rows.length)} {rows.length === 1 ? 'row' : 'rows'} in {names.length}{' '}
        {names.length === 1 ? 'column' : 'columns'}. The first line holds the names of the columns.
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keyboard */}
      <div className={classes.sample} tabIndex={0} role="region" aria-label="First rows of the file">
        <table>
          <thead>
            <tr>
              {names.map((name, at) => (
                <th key={at}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, FIRST).map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={at}>{cell.slice(0, 80)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Radio.Group
        value={choice}
        onChange={(next) => setChoice(next === 'add' ? 'add' : 'replace')}
        label="What to do with it"
      >
        <Stack gap={8} mt={6}>
          <Radio
            data-autofocus
            value="replace"
            label="Replace the rows and columns of this sheet"
            description="What is there now stays in the history, and undo brings it back."
          />
          <Radio
            value="add"
            label="Add the rows at the end"
            description={
              fresh.length === 0
                ? 'Values go below the columns of the same name.'
                : `Values go below the columns of the same name; ${fresh.length === 1 ? `the column “${fresh[0] ?? ''}” is` : `${fresh.length} columns are`} new.`
            }
          />
        </Stack>
      </Radio.Group>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => onDone(null)}>
          Cancel
        </Button>
        <Button onClick={() => onDone(choice)}>Import</Button>
      </Group>
    </Stack>
  )
}
