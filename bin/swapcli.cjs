#!/usr/bin/env node
require('../dist/js/main.cjs').run()
