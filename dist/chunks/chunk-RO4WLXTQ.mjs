import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
function once(make){let made;return()=>(made??={value:make()},made.value)}export{once};
