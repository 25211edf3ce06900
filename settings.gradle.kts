rootProject.name = "redis-jobs"

include("test-support")
include("lua-scripts")
include("autoconfigure")
include("starter")
include("testing")
include("sample-app")
include("compatibility-tests")
include("benchmarks")
