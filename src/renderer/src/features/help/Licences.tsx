import { Button, Loader, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { desktop } from '../../workbench/bridge'
import { State } from '../../components/State'
import { matching, useLicences, type Part } from './parts'
import classes from './Licences.module.css'

/** Whose work Galley is made with, and under which licences, word by word (PK5). */
export function Licences() {
  const { licences, reload } = useLicences()
  if (licences.status === 'loading') return <Loader size={16} aria-label="Loading the licences" />
  if (licences.status === 'failed')
    return (
      <State tone="bad" title="The licences cannot be read" onAgain={reload}>
        They lie beside the program, in licences.json. A version for developers has them only once it is
        built.
      </State>
    )
  return <Found parts={licences.parts} />
}

function Found({ parts }: { readonly parts: readonly Part[] }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Part | undefined>(parts[0])
  const found = matching(parts, typed)
  const shown = chosen && found.includes(chosen) ? chosen : found[0]
  const field = useRef<HTMLInputElement>(null)
  // the dialog looked for what takes the keyboard while they were read
  useEffect(() => field.current?.focus(), [])
  const bridge = desktop()
  const [missing, setMissing] = useState(false)
  const showRuntime = async () => setMissing(!(await bridge?.call('showRuntimeLicences')))
  return (
    <div className={classes.view}>
      <p>
        Galley is released under the MIT licence. It is made with the work of others, each under a licence of
        its own.
        {bridge && ' The window itself is Electron, with Chromium and Node.js in it.'}
      </p>
      <div className={classes.find}>
        <TextInput
          ref={field}
          data-autofocus
          aria-label="Find a package, a licence or a word"
          placeholder="Package, licence or word"
          leftSection={<IconSearch size={14} stroke={1.5} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {bridge && (
          <Button variant="default" onClick={() => void showRuntime()}>
            Licences of Electron and Chromium
          </Button>
        )}
      </div>
      {missing && (
        <p role="alert">
          No program of this computer showed them. They lie beside Galley’s own program, in the file
          LICENSES.chromium.html.
        </p>
      )}
      <p role="status" className={classes.count}>
        {found.length === parts.length
          ? `${parts.length} packages`
          : `${found.length} of ${parts.length} packages`}
      </p>
      {shown ? (
        <div className={classes.sides}>
          <ul aria-label="Packages">
            {found.map((part) => (
              <li key={`${part.name} ${part.version}`}>
                <UnstyledButton
                  aria-current={part === shown ? 'true' : undefined}
                  onClick={() => setChosen(part)}
                >
                  <b dir="ltr">{part.name}</b>
                  <span>
                    {part.version}, {part.licence}
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
          <section aria-label={`Licence of ${shown.name}`}>
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard */}
            <pre key={`${shown.name} ${shown.version}`} tabIndex={0} dir="ltr" lang="en">
              {shown.text}
            </pre>
          </section>
        </div>
      ) : (
        <State title="Nothing has these words">
          Try a shorter word, or the name of a licence such as MIT.
        </State>
      )}
    </div>
  )
}
