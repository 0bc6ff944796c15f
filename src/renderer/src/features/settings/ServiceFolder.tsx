import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { api, sentenceOf, setWorkspace, useWorkspace } from '../../api'
import { notify } from '../../workbench/toast'
import classes from './SettingsDialog.module.css'

/**
 * What the folder is called that holds the schemas of a site (N4). The folders of all sites are renamed with
 * it.
 */
export function ServiceFolder() {
  const name = useWorkspace()?.serviceFolder ?? ''
  const [typed, setTyped] = useState(name)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const wanted = typed.trim().replace(/^\./, '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const workspace = await api.setServiceFolder(wanted)
      setWorkspace(workspace)
      setTyped(workspace.serviceFolder)
      setProblem(null)
      notify(`The service folder is called “.${workspace.serviceFolder}” now, in every site.`)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <form className={classes.port} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label="Service folder"
        description="Holds the schemas of each site. Changing it renames that folder in every site; nothing is lost."
        leftSection="."
        leftSectionWidth={20}
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={busy} disabled={wanted === '' || wanted === name}>
        Rename
      </Button>
    </form>
  )
}
