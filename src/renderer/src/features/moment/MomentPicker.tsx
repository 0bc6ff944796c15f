import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './moment.module.css'
import { fieldTime, momentIn, presets } from './moments'

const OTHER = 'other'

export interface Chosen {
  /** Of a preset, or `other`. */
  readonly id: string
  /** Unix milliseconds. */
  readonly moment: number
}

/** Which moment: one of the usual ones, or any time. */
export function MomentPicker({
  chosen,
  onChange
}: {
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (id: string) => {
    setTyped(null)
    setProblem(null)
    const preset = presets.find((one) => one.id === id)
    onChange({ id, moment: preset ? preset.at(Date.now()) : chosen.moment })
  }
  const type = (text: string) => {
    setTyped(text)
    const moment = momentIn(text, Date.now())
    setProblem(moment === null ? 'A time in the past.' : null)
    if (moment !== null) onChange({ id: OTHER, moment })
  }
  return (
    <div className={classes.picker}>
      <SegmentedControl
        size="xs"
        aria-label="Moment to go back to"
        data={[
          ...presets.map(({ id, label }) => ({ value: id, label })),
          { value: OTHER, label: 'Other time' }
        ]}
        value={chosen.id}
        onChange={choose}
      />
      {chosen.id === OTHER && (
        <TextInput
          type="datetime-local"
          step={1}
          size="xs"
          aria-label="Date and time"
          value={typed ?? fieldTime(chosen.moment)}
          error={problem}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
