#!/usr/bin/env node
import { run } from '../dist/js/main.js'

await run()
