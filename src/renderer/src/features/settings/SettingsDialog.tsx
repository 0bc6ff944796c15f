import { Button, Group, SegmentedControl, Tabs, TextInput, useMantineColorScheme } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { WorkspaceInfo } from '../../../../common/api/types'
import type { Person } from '../../../../common/person'
import type { ThemeSource } from '../../../../common/bridge'
import { api, sentenceOf, setWorkspace } from '../../api'
import { schemeOf, notifyDesktop, themeOf } from '../../workbench/appearance'
import { desktop } from '../../workbench/bridge'
import { runCommand } from '../../workbench/commands/commands'
import { WorkspaceHealth } from '../health'
import { identityProblems, personFrom, type IdentityProblems } from '../first-start'
import { exactTime } from '../../components/formats'
import { notify } from '../../workbench/toast'
import { BeforePublishingChoice } from '../publishing'
import { IdentityProvider } from './IdentityProvider'
import { LocalApiSettings } from './LocalApiSettings'
import { People } from './People'
import { Spelling } from './Spelling'
import { WriteTogether } from './WriteTogether'
import { Tokens } from './Tokens'
import { ServiceFolder } from './ServiceFolder'
import { WorkspaceTrust } from './WorkspaceTrust'
import { ShortcutSettings } from './ShortcutSettings'
import classes from './SettingsDialog.module.css'

const themes: readonly { readonly value: ThemeSource; readonly label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' }
]

interface SettingsProps {
  readonly workspace: WorkspaceInfo
  /** Which part is shown first. */
  readonly tab?: 'general' | 'health' | 'shortcuts'
  readonly onDone: () => void
}

/** Who you are, how it looks, where it is, and who else may come in. */
export function SettingsDialog({ workspace, tab = 'general', onDone }: SettingsProps) {
  // the others see what is theirs
  const owns = workspace.you?.owner !== false
  return (
    <Tabs defaultValue={tab} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="general">General</Tabs.Tab>
        <Tabs.Tab value="shortcuts">Shortcuts</Tabs.Tab>
        {owns && <Tabs.Tab value="health">Health</Tabs.Tab>}
        {owns && <Tabs.Tab value="people">People</Tabs.Tab>}
        {owns && <Tabs.Tab value="tokens">Access tokens</Tabs.Tab>}
        {desktop() && <Tabs.Tab value="local-api">Local API</Tabs.Tab>}
        {owns && <Tabs.Tab value="provider">Identity provider</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="general" className={classes.settings ?? ''}>
        {owns ? <Identity owner={workspace.owner} onDone={onDone} /> : <SignedInAs workspace={workspace} />}
        <Theme />
        {desktop() && <Spelling />}
        <WriteTogether />
        <section className={classes.section}>
          <h2>Before publishing</h2>
          <BeforePublishingChoice />
        </section>
        {owns && <Location workspace={workspace} />}
      </Tabs.Panel>
      <Tabs.Panel value="shortcuts" className={classes.settings ?? ''}>
        <ShortcutSettings />
      </Tabs.Panel>
      <Tabs.Panel value="health" className={classes.settings ?? ''}>
        <WorkspaceHealth />
      </Tabs.Panel>
      <Tabs.Panel value="people" className={classes.settings ?? ''}>
        <People />
      </Tabs.Panel>
      <Tabs.Panel value="tokens" className={classes.settings ?? ''}>
        <Tokens />
      </Tabs.Panel>
      <Tabs.Panel value="local-api" className={classes.settings ?? ''}>
        <LocalApiSettings />
      </Tabs.Panel>
      <Tabs.Panel value="provider" className={classes.settings ?? ''}>
        <IdentityProvider />
      </Tabs.Panel>
    </Tabs>
  )
}

function Identity({ owner, onDone }: { readonly owner: Person | null; readonly onDone: () => void }) {
  const [name, setName] = useState(owner?.name ?? '')
  const [email, setEmail] = useState(owner?.email ?? '')
  const [problems, setProblems] = useState<IdentityProblems>({ name: null, email: null })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = identityProblems(name, email)
    setProblems(found)
    if (found.name || found.email) return
    try {
      setWorkspace(await api.setOwner(personFrom(name, email)))
      notify('Your name and e-mail are saved. Versions made before keep the old ones.')
      onDone()
    } catch (error) {
      setProblems({ name: null, email: sentenceOf(error) })
    }
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className={classes.section}
      aria-label="Identity"
    >
      <h2>You</h2>
      <div className={classes.two}>
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problems.name}
        />
        <TextInput
          label="E-mail"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problems.email}
        />
      </div>
      <Group justify="flex-end">
        <Button type="submit" disabled={name === (owner?.name ?? '') && email === (owner?.email ?? '')}>
          Save
        </Button>
      </Group>
    </form>
  )
}

function SignedInAs({ workspace: { you, name } }: Pick<SettingsProps, 'workspace'>) {
  if (!you) return null
  return (
    <section className={classes.section} aria-labelledby="you-heading">
      <h2 id="you-heading">You</h2>
      <p className={classes.note}>
        Signed in to “{name}” as {you.name === undefined ? you.email : `${you.name} (${you.email})`}
        {you.groups.length > 0 && `, in the groups ${you.groups.join(', ')}`}.
        {you.sessionEndsAt !== undefined && ` Until ${exactTime(you.sessionEndsAt)} at the latest.`}
      </p>
    </section>
  )
}

function Theme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <section className={classes.section}>
      <h2 id="theme-heading">Appearance</h2>
      <SegmentedControl
        aria-labelledby="theme-heading"
        data={[...themes]}
        value={themeOf(colorScheme)}
        onChange={(value) => {
          const theme = themes.find((known) => known.value === value)?.value ?? 'system'
          setColorScheme(schemeOf(theme))
          notifyDesktop(theme)
        }}
      />
    </section>
  )
}

function Location({ workspace }: { readonly workspace: WorkspaceInfo }) {
  return (
    <section className={classes.section}>
      <h2>Workspace “{workspace.name}”</h2>
      {workspace.location && <code className={classes.location}>{workspace.location}</code>}
      <WorkspaceTrust />
      <ServiceFolder />
      {desktop() && (
        <Group gap={8}>
          <Button variant="default" onClick={() => void desktop()?.call('revealInFolder', '/')}>
            Show in file manager
          </Button>
          <Button variant="default" onClick={() => void runCommand('workspace.switch')}>
            Switch workspace…
          </Button>
          <Button variant="default" onClick={() => void runCommand('workspace.back-up')}>
            Back up…
          </Button>
          <Button variant="default" onClick={() => void runCommand('workspace.restore')}>
            Restore from a backup…
          </Button>
          <Button variant="default" onClick={() => void runCommand('workspace.set-aside')}>
            What was set aside…
          </Button>
        </Group>
      )}
    </section>
  )
}
