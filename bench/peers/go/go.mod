module textmill/bench

go 1.19
