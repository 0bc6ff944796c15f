import { Autocomplete, Button, Group, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { childOf, contentPath, segmentsOf } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { updateWorkbench, workbench } from '../../workbench/workbench'
import classes from './dialogs.module.css'
import { nameProblem } from '../../engines/tree/names'
import { useSites } from '../../engines/tree/sites'

/** Asks for organization and name, and makes the site. */
export function NewSiteDialog({ onDone }: { readonly onDone: () => void }) {
  const sites = useSites()
  const known = sites.status === 'ready' ? sites : { orgs: [], sites: [] }
  const [org, setOrg] = useState(() => {
    const shown = workbench().site
    return shown ? (segmentsOf(shown)[0] ?? '') : ''
  })
  const [name, setName] = useState('')
  const [problems, setProblems] = useState<{ org?: string | null; name?: string | null }>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const inOrg = known.sites.filter((site) => site.org === org.trim()).map((site) => site.name)
    const others = known.orgs.filter((other) => other !== org.trim())
    const found = { org: nameProblem(org, 'folder', others), name: nameProblem(name, 'folder', inOrg) }
    setProblems(found)
    if (found.org || found.name) return
    const path = childOf(childOf(contentPath('/'), org.trim()), name.trim())
    try {
      await api.createFolder(path)
    } catch (error) {
      return setProblems({ name: sentenceOf(error) })
    }
    updateWorkbench((state) => ({ ...state, site: path, view: 'tabs' }))
    onDone()
  }

  return (
    <form className={classes.dialog} onSubmit={(event) => void submit(event)} noValidate>
      <Autocomplete
        label="Organization"
        description="Who the site belongs to. Choose one, or type a new name."
        data={[...known.orgs]}
        value={org}
        onChange={setOrg}
        error={problems.org}
      />
      <TextInput
        label="Site"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problems.name}
      />
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit">Create site</Button>
      </Group>
    </form>
  )
}
