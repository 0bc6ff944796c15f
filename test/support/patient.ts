import { configure } from '@testing-library/dom'

// A busy machine may take its time to show what a test waits for; a test that fails waits this long once.
configure({ asyncUtilTimeout: 10_000 })
