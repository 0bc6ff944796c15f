import classes from './WizardSteps.module.css'

interface WizardStepsProps {
  readonly names: readonly string[]
  /** Index of the one that is shown. */
  readonly current: number
}

/** The steps of something that takes several, and which is shown. */
export function WizardSteps({ names, current }: WizardStepsProps) {
  return (
    <ol className={classes.steps} aria-label="Steps">
      {names.map((name, index) => (
        <li
          key={name}
          data-done={index < current || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span aria-hidden="true">{index + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  )
}
