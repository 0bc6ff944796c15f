import { Button, Group, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { nameOf, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { rename } from './actions'
import classes from './dialogs.module.css'
import { nameProblem } from '../../engines/tree/names'
import { useSites } from '../../engines/tree/sites'

interface RenameSiteProps {
  readonly site: ContentPath
  readonly onDone: () => void
}

/** A new name for a site. Tabs, history and version addresses follow. */
export function RenameSiteDialog({ site, onDone }: RenameSiteProps) {
  const sites = useSites()
  const [name, setName] = useState(nameOf(site))
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const org = segmentsOf(site)[0]
    const known = sites.status === 'ready' ? sites.sites : []
    const others = known
      .filter((other) => other.org === org && other.path !== site)
      .map((other) => other.name)
    const found = nameProblem(name, 'folder', others) ?? (await rename(site, name, 'folder'))
    if (found === null) onDone()
    else setProblem(found)
  }

  return (
    <form className={classes.dialog} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label="Name of the site"
        description="Addresses of pages change with it: scripts and links that use the old name need the new one."
        data-autofocus
        value={name}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setProblem(null)
        }}
        error={problem}
      />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={name.trim() === nameOf(site)}>
          Rename
        </Button>
      </Group>
    </form>
  )
}
