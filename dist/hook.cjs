try{require('node:module').enableCompileCache?.();require('./hooks/door.cjs')}catch{}
