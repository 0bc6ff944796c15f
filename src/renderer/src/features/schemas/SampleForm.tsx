import { IconForms } from '@tabler/icons-react'
import { useMemo } from 'react'
import { defaultsFor, type Schema } from '../../../../common/schema'
import { State } from '../../components/State'
import { FormView } from '../../engines/form/FormView'
import { FormStore } from '../../engines/form/store/form-store'
import classes from './schemas.module.css'

/** The form that authors will see, to try it out; what is typed here goes nowhere. */
export function SampleForm({ schema }: { readonly schema: Schema | null }) {
  const store = useMemo(
    () => (schema && schema.root.kind !== 'unsupported' ? new FormStore(schema, defaultsFor(schema)) : null),
    [schema]
  )
  if (!store) {
    return (
      <State icon={<IconForms size={20} stroke={1.5} />} title="No form yet">
        A schema describes an object or a list at its top.
      </State>
    )
  }
  const { root } = store.schema
  const empty = root.kind === 'object' && root.properties.length === 0
  return (
    <FormView
      store={store}
      withNavigation={false}
      label="Sample form"
      head={
        <header className={classes.sampleHead}>
          <h2>{store.schema.title ?? 'Document'}</h2>
          <p>
            {empty
              ? 'Add a field on the left, and it shows here.'
              : 'This is what authors see. Try it: nothing typed here is kept.'}
          </p>
        </header>
      }
    />
  )
}
