import { Button, Group, Switch } from '@mantine/core'
import { useState } from 'react'
import { addDictionary, removeDictionary, turnSpelling, useSpelling } from '../../workbench/spelling'
import classes from './SettingsDialog.module.css'

/** Whether words are checked while a page is written, and by which dictionaries (VE21). */
export function Spelling() {
  const { on, bySystem, languages } = useSpelling()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const during = async (work: () => Promise<string | null | void>) => {
    setBusy(true)
    setProblem(null)
    setProblem((await work()) ?? null)
    setBusy(false)
  }
  return (
    <section className={classes.section} aria-labelledby="spelling-heading">
      <h2 id="spelling-heading">Writing</h2>
      <Switch
        label="Check spelling"
        checked={on}
        onChange={(event) => void turnSpelling(event.currentTarget.checked)}
      />
      {bySystem ? (
        <p className={classes.note}>The system checks, in the languages that it knows.</p>
      ) : (
        <>
          <p className={classes.note}>
            Galley fetches no dictionaries: choose a file that ends with .bdic, as browsers built on Chromium
            use them, named after its language, such as de.bdic or en-GB.bdic. Words are checked on this
            computer alone.
          </p>
          {languages.length === 0 && <p>No dictionary yet, so nothing is checked.</p>}
          {languages.map((language) => (
            <Group key={language} gap={8}>
              <span>{nameOf(language)}</span>
              <Button
                variant="default"
                size="compact-sm"
                disabled={busy}
                aria-label={`Remove ${nameOf(language)}`}
                onClick={() => void during(() => removeDictionary(language))}
              >
                Remove
              </Button>
            </Group>
          ))}
          {problem !== null && <p role="alert">{problem}</p>}
          <Group>
            <Button variant="default" loading={busy} onClick={() => void during(addDictionary)}>
              Spelling dictionary…
            </Button>
          </Group>
        </>
      )}
    </section>
  )
}

const nameOf = (language: string): string =>
  `${new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language} (${language})`
