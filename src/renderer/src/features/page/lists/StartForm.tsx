import { Button, Group, NumberInput, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { words } from './words'

interface StartFormProps {
  readonly start: number
  readonly onDone: (start: number) => void
  readonly onCancel: () => void
}

const LARGEST = 1_000_000

/** The number that a list begins with. */
export function StartForm({ start, onDone, onCancel }: StartFormProps) {
  const [value, setValue] = useState<number | string>(start)
  const isNumber = typeof value === 'number'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isNumber) onDone(value)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={12}>
        <NumberInput
          label={words.number}
          data-autofocus
          allowDecimal={false}
          min={-LARGEST}
          max={LARGEST}
          clampBehavior="strict"
          value={value}
          onChange={setValue}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onCancel}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={!isNumber}>
            {words.done}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
